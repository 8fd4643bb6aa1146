export const publish = () => {}
