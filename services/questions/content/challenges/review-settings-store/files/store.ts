import { parseSettings, type Settings } from './settings'

export interface State {
  status: 'loading' | 'loaded' | 'failed'
  settings?: Settings
  error?: Error
}

export class SettingsStore {
  private state: State = { status: 'loading' }
  private readonly listeners = new Set<(state: State) => void>()

  async load(read: () => Promise<string | null>): Promise<void> {
    try {
      this.setState({ status: 'loaded', settings: parseSettings(await read()) })
    } catch (error) {
      this.setState({ status: 'failed', error: error as Error })
    }
  }

  get(key: string): any {
    const { settings } = this.state
    if (settings === undefined) throw new Error('The settings are not loaded')
    return settings[key as keyof Settings]
  }

  subscribe(listener: (state: State) => void): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  private setState(state: State): void {
    this.state = state
    for (const listener of this.listeners) listener(state)
  }
}
