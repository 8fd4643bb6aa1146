const load = async () => (await import('./open-telemetry.ts')).openTelemetry()

export const tracing = await load()
