/** What the person at the keyboard has to read: the message is a sentence that says what to do. */
export class LocalPlatformError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LocalPlatformError'
  }
}
