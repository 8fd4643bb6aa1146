import { OPTIONS_MAX } from '@rehearse/contracts'

/** The id of an option by its position, as the forms give it: a, b, c … */
export const optionLetter = (position: number): string => String.fromCharCode(97 + (position % 26))

/** Said before anything is made of them: a hundred thousand options are no question, but much work. */
export const tooManyOptions = `Must have at most ${OPTIONS_MAX} options`
