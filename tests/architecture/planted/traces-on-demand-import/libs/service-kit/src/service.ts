import { openTelemetry } from './observability/open-telemetry.ts'

export const tracing = openTelemetry()
