import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  forgetAnswers,
  isRefused,
  noteRefusal,
  queuedAnswers,
  recountAnswers,
  useKeptAnswers,
} from '../../shared/offline/kept-answers.ts'
import { useSendAnswers } from '../../shared/offline/use-send-answers.ts'

/** The answers of a learner on this device, as they are now, and what can be done about them. */
export function useQueue(uid: string) {
  const send = useSendAnswers(uid)
  const { waiting, refused } = useKeptAnswers()
  const { data, error, refetch } = useQuery({
    queryKey: ['progress', uid, 'queue'],
    queryFn: () => queuedAnswers(uid),
    staleTime: 0,
    retry: false,
  })
  // Whatever this tab or another one keeps or sends shows in the counts first.
  useEffect(() => {
    if (waiting + refused >= 0) void refetch()
  }, [waiting, refused, refetch])

  const sending = useMutation({ mutationFn: send, onSettled: () => refetch() })
  const retrying = useMutation({
    mutationFn: async (answerId: string) => {
      await noteRefusal(answerId)
      await send()
    },
    onSettled: () => refetch(),
  })
  const discarding = useMutation({
    mutationFn: async (answerId: string) => {
      await forgetAnswers([answerId])
      await recountAnswers(uid)
    },
    onSettled: () => refetch(),
  })
  return {
    waiting: data?.filter((answer) => !isRefused(answer)),
    refused: data?.filter(isRefused),
    isUnreadable: error !== null,
    sending,
    retrying,
    discarding,
  }
}
