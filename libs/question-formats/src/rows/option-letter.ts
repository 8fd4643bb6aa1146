/** The id of an option by its position, as the forms give it: a, b, c … */
export const optionLetter = (position: number): string => String.fromCharCode(97 + (position % 26))
