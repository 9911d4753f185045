/** Ends what a button of MAX says to the mini app where the scanner is meant: MAX takes letters, digits, - and _. */
export const TO_SCAN = '_scan';
