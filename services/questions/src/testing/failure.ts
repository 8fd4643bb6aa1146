import { expect } from 'vitest'

/** What every refusal looks like. */
export interface Failure {
  success: false
  error: string
  code: string
  details?: { path: string; message: string }[]
  requestId: string
}

/** For `expect(reply).toMatchObject(…)`. */
export const refused = (status: number, code: string) => ({
  status,
  body: expect.objectContaining({ success: false, code, requestId: expect.any(String) }),
})
