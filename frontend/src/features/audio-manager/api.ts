import type { ErrorDetail } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { adminApi } from '../../shared/api/client.ts'
import { newId } from '../../shared/new-id.ts'

export type AudioType = 'question' | 'answer'

/** A question that can have audio, with the URLs of its files. */
export interface AudibleQuestion {
  id: string
  title: string
  content: string
  audioQuestion: string | null
  audioAnswer: string | null
}

/** The questions of a path that can have audio: multiple choice, with a text and at least one option. */
export const audibleQuestionsQuery = (pathId: string) =>
  queryOptions({
    queryKey: ['admin', 'data', 'audio', pathId],
    queryFn: async ({ signal }): Promise<AudibleQuestion[]> => {
      const { questions } = await adminApi.get(`/api/questions/${encodeURIComponent(pathId)}`, { signal })
      return questions
        .filter(
          ({ type, content, options }) =>
            type === 'multiple-choice' && content.trim() !== '' && options.length > 0,
        )
        .map(({ id, title, content, audioQuestion, audioAnswer }) => ({
          id,
          title,
          content,
          audioQuestion,
          audioAnswer,
        }))
    },
    enabled: pathId !== '',
    // An upload reaches the question bank through an event; until then this page's state is newer than the server's.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

interface Upload {
  file: File
  questionId: string
  type: AudioType
}

interface Uploaded {
  url: string
  message: string
}

/**
 * Uploads by XMLHttpRequest: fetch doesn't report upload progress.
 * @param onProgress the uploaded share, 0 to 1
 * @param signal cancels the upload
 */
export function uploadAudio(
  { file, questionId, type }: Upload,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Uploaded> {
  const form = new FormData()
  form.set('questionId', questionId)
  form.set('type', type)
  form.set('file', file)
  const request = new XMLHttpRequest()
  request.open('POST', '/api/audio/upload')
  request.responseType = 'json'
  request.setRequestHeader('x-rehearse-area', 'admin')
  request.setRequestHeader('idempotency-key', newId())
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total > 0 ? loaded / total : 0),
  )
  signal.addEventListener('abort', () => request.abort())
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () =>
      request.status === 200 || request.status === 201
        ? resolve(request.response as Uploaded)
        : reject(errorOf(request)),
    )
    request.addEventListener('error', () => reject(unreachable()))
    request.addEventListener('abort', () => reject(signal.reason))
    request.send(form)
  })
}

function errorOf({ status, response }: XMLHttpRequest): ApiError {
  const reply = (response ?? {}) as { error?: string; code?: string; details?: ErrorDetail[] }
  return new ApiError({
    status,
    code: reply.code ?? 'unknown',
    message: reply.error ?? '',
    details: reply.details ?? [],
  })
}

const unreachable = () =>
  new ApiError({ status: 0, code: 'unreachable', message: 'The server could not be reached.' })
