export class Emitter<Events extends object> {
  on(name: string, listener: (value: unknown) => void): () => void {
    return () => {}
  }

  emit(name: string, value?: unknown): void {}
}
