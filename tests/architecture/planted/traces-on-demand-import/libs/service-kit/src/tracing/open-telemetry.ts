export const openTelemetry = () => null
