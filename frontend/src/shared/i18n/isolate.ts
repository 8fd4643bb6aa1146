/** Text of another direction inside a sentence, kept together: neither may reorder the other (Unicode FSI … PDI). */
export const isolate = (text: string) => `\u2068${text}\u2069`
