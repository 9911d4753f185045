declare module 'virtual:site-tokens.css';
