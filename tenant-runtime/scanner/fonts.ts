// Loaded apart from the shell: on a slow connection the phone first shows the scanner in a system font.
import '@fontsource-variable/manrope/wght.css';
