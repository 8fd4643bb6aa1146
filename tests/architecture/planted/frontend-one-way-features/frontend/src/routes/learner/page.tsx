export const page = null
