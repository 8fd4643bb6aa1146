import { openTelemetry } from './tracing/open-telemetry.ts'

export const tracing = openTelemetry()
