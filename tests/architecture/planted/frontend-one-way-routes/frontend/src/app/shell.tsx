export const shell = null
