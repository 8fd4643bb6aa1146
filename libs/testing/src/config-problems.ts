import { ConfigError, readConfig } from '@rehearse/service-kit'

/** What is wrong with a service's environment, as the service reports it when it starts. */
export function configProblems(
  schema: Parameters<typeof readConfig>[0],
  env: Record<string, string>,
): readonly string[] {
  try {
    readConfig(schema, env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
