export const Chart = () => null
