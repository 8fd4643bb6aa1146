import { ROOT_CONTEXT } from '@opentelemetry/api'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { TracingConfig } from './tracing-config.ts'

/**
 * Which traces are kept. `parentbased_…` asks only where nobody before us has decided.
 * @param trustsCallers false at the door: who calls there may name a trace, and has no say in whether it is kept
 */
export function samplerOf(config: TracingConfig, { trustsCallers }: { trustsCallers: boolean }): Sampler {
  const [, parentBased, name = ''] = /^(parentbased_)?(.*)$/.exec(config.OTEL_TRACES_SAMPLER) ?? []
  const root = rootSampler(name, config.OTEL_TRACES_SAMPLER_ARG)
  if (!trustsCallers) {
    const dice = withOwnDice(root)
    return new ParentBasedSampler({ root, remoteParentSampled: dice, remoteParentNotSampled: dice })
  }
  return parentBased ? new ParentBasedSampler({ root }) : root
}

function rootSampler(name: string, part: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler()
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(part) : new AlwaysOnSampler()
}

/** Asks about an id of our own: a caller could look for one that is always kept. */
function withOwnDice(sampler: Sampler): Sampler {
  const ids = new RandomIdGenerator()
  return {
    shouldSample: (_context, _traceId, ...rest) =>
      sampler.shouldSample(ROOT_CONTEXT, ids.generateTraceId(), ...rest),
    toString: () => `OwnDice{${sampler}}`,
  }
}
