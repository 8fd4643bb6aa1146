export const append = () => {}
