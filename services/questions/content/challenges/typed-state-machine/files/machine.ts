export interface Config {
  initial: string
  states: Record<string, Record<string, string>>
}

export function createMachine(config: Config) {
  return {
    state: '',
    send: (event: string): string => config.initial,
    can: (event: string): boolean => true,
    subscribe: (listener: (state: string, previous: string) => void) => () => {},
  }
}
