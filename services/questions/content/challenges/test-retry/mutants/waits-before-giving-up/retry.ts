export interface RetryOptions {
  attempts?: number
  delay?: number
  shouldRetry?: (error: unknown) => boolean
  wait?: (milliseconds: number) => Promise<void>
}

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export async function retry<T>(
  task: (attempt: number) => Promise<T>,
  { attempts = 3, delay = 100, shouldRetry = () => true, wait = sleep }: RetryOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task(attempt)
    } catch (error) {
      if (attempt >= attempts) throw error
      await wait(delay * 2 ** (attempt - 1))
      if (!shouldRetry(error)) throw error
    }
  }
}
