/** The sentences have 0 to 9 in them: figures beside them are written alike, whatever a browser holds to be usual. */
export const inWesternDigits = (language: string) => `${language}-u-nu-latn`
