import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Award } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { signUpOffer } from '../../shared/account/account-data.ts'
import { updateProgress } from '../../shared/api/progress.ts'
import { useSession } from '../../shared/api/session.ts'
import {
  addVisitorAnswers,
  discardVisitorAnswers,
  visitorAnswers,
} from '../../shared/offline/visitor-answers.ts'
import { Button } from '../../shared/ui/button.tsx'
import Modal from '../../shared/ui/modal.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import styles from './after-sign-up.module.css'
import { useJoinedMessages } from './joined-messages.en.ts'

/** Shown once after signing up: the earlier answers, then where to begin. Closing it returns to the page. */
export function AfterSignUp() {
  const messages = useJoinedMessages()
  const navigate = useNavigate()
  const uid = useSession()?.uid
  useEffect(() => signUpOffer.write(true), [])
  const close = () => {
    signUpOffer.remove()
    useSignInPrompt.getState().setJoined(false)
  }
  const { data: count } = useQuery({
    queryKey: ['visitor-answers'],
    queryFn: async () => (await visitorAnswers().catch(() => [])).length,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const add = useAddAnswers(uid)
  const discard = useMutation({ mutationFn: discardVisitorAnswers })
  if (count === undefined || uid === undefined) return null
  const isDecided = count === 0 || add.isSuccess || discard.isSuccess || discard.isError
  return (
    <Modal title={messages.title} onClose={close}>
      {!isDecided && (
        <section aria-labelledby="offer" className={styles.part}>
          <h2 id="offer">{messages.offer(count)}</h2>
          <p>{messages.offerText}</p>
          <div className={styles.actions}>
            <Button variant="primary" pending={add.isPending} onClick={() => add.mutate()}>
              {add.isPending ? messages.adding : messages.add(count)}
            </Button>
            <Button variant="ghost" disabled={add.isPending} onClick={() => discard.mutate()}>
              {messages.discard}
            </Button>
          </div>
        </section>
      )}
      <p role="status" className={styles.status}>
        {add.data === 'waiting' && messages.waiting}
        {add.data && add.data !== 'waiting' && messages.added(add.data.count)}
        {add.data && add.data !== 'waiting' && add.data.badges.length > 0 && (
          <span dir="auto" className={styles.badges}>
            <Award aria-hidden size={18} /> {messages.badges(add.data.badges)}
          </span>
        )}
      </p>
      {isDecided && (
        <section aria-labelledby="set-up" className={styles.part}>
          <h2 id="set-up">{messages.setUp}</h2>
          <p>{messages.setUpText}</p>
          <div className={styles.actions}>
            <Button
              variant="primary"
              autoFocus
              onClick={() => {
                close()
                void navigate('/welcome')
              }}
            >
              {messages.start}
            </Button>
            <Button variant="ghost" onClick={close}>
              {messages.skip}
            </Button>
          </div>
        </section>
      )}
    </Modal>
  )
}

/** Saves a visitor's answers to the account; what can't be sent now stays queued and is sent automatically. */
function useAddAnswers(uid: string | undefined) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<{ count: number; badges: string[] } | 'waiting'> => {
      try {
        const { results, progress, newBadges } = await addVisitorAnswers(uid ?? '')
        if (progress) updateProgress(queryClient, progress)
        return { count: results.size, badges: newBadges.map(({ name }) => name) }
      } catch {
        return 'waiting'
      }
    },
  })
}
