export const fake = {}
