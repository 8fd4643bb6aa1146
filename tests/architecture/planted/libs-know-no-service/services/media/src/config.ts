export const config = {}
