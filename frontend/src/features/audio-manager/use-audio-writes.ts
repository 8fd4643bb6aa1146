import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { adminApi } from '../../shared/api/client.ts'
import { type AudibleQuestion, type AudioType, audibleQuestionsQuery } from './audio-queries.ts'
import { uploadAudio } from './upload-audio.ts'

/** Uploading and deleting what is heard of one question. */
export function useAudioWrites(pathId: string, { id }: AudibleQuestion, type: AudioType) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const cancelling = useRef<AbortController>(null)
  const field = type === 'question' ? 'audioQuestion' : 'audioAnswer'
  const isNow = (url: string | null) =>
    queryClient.setQueryData(audibleQuestionsQuery(pathId).queryKey, (questions) =>
      questions?.map((question) => (question.id === id ? { ...question, [field]: url } : question)),
    )

  const upload = useMutation({
    mutationFn: (file: File) => {
      const controller = new AbortController()
      cancelling.current = controller
      setProgress(0)
      return uploadAudio(
        { file, questionId: id, type },
        { onProgress: setProgress, signal: controller.signal },
      )
    },
    onSuccess: ({ url }) => isNow(url),
  })
  const remove = useMutation({
    mutationFn: (audioUrl: string) =>
      adminApi.delete<{ message: string }>('/api/audio/upload', { body: { audioUrl } }),
    onSuccess: () => isNow(null),
  })
  const wasCancelled = upload.error instanceof DOMException && upload.error.name === 'AbortError'
  return { upload, remove, progress, wasCancelled, cancel: () => cancelling.current?.abort() }
}
