import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { TracingConfig } from './tracing-config.ts'

/** Which traces are kept. `parentbased_…` asks only where nobody before us has decided. */
export function samplerOf(config: TracingConfig): Sampler {
  const [, parentBased, name = ''] = /^(parentbased_)?(.*)$/.exec(config.OTEL_TRACES_SAMPLER) ?? []
  const root = rootSampler(name, config.OTEL_TRACES_SAMPLER_ARG)
  return parentBased ? new ParentBasedSampler({ root }) : root
}

function rootSampler(name: string, part: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler()
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(part) : new AlwaysOnSampler()
}
