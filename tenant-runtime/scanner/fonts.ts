// Apart from the shell: a phone on a weak line shows the scanner in its own letters first.
import '@fontsource-variable/manrope/wght.css';
