export const storage = null
