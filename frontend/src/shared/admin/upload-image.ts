import type { imageUploadReply } from '@rehearse/contracts'
import { ApiError, errorOf } from '../api/api-error.ts'
import type { Reply } from '../api/reply.ts'

/** Milliseconds: a large photo takes a while to arrive, and to resize. */
const TIMEOUT = 120_000

export type UploadedImage = Reply<typeof imageUploadReply>

/**
 * Uploads an image; the same bytes are the same image.
 * @param dryRun only validates it
 * @throws {ApiError}
 */
export async function uploadImage(
  file: Blob,
  { alt, name, dryRun = false }: { alt: string; name: string; dryRun?: boolean },
): Promise<UploadedImage> {
  const form = new FormData()
  form.set('alt', alt)
  form.set('file', file, name)
  const response = await fetch(dryRun ? '/api/images?dryRun=true' : '/api/images', {
    method: 'POST',
    headers: { 'x-rehearse-area': 'admin' },
    credentials: 'same-origin',
    body: form,
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch((cause: unknown) => {
    throw new ApiError({ status: 0, code: 'unreachable', message: 'The server could not be reached.', cause })
  })
  if (!response.ok) throw await errorOf(response)
  return response.json()
}

/** The Markdown of an image. */
export const imageMarkdown = (alt: string, url: string): string =>
  `![${alt.replace(/[\\[\]]/g, '\\$&')}](${url})`
