/** Text as it is compared: one form of each character, lower case, white space as one space. */
export const foldText = (text: string): string =>
  text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
