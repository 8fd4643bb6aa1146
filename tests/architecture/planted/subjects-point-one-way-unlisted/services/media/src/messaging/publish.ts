export const publish = 1
