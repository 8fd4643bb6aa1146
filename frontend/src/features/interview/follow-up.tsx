import type { FollowUpInput } from '@rehearse/contracts'
import { MessageCircleQuestionMark } from 'lucide-react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { isolate } from '../../shared/i18n/isolate.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { AnswerField } from './answer-field.tsx'
import styles from './interview.module.css'
import type { Given, Setup } from './interview.ts'
import { useInterviewMessages } from './interview-messages.ts'
import { askFollowUp } from './interviewer-calls.ts'

/** A second question: one that fits any subject, or one about this very answer where a model may ask it. */
export function FollowUp({
  builtIn,
  given,
  interviewer,
  told,
  onGive,
}: {
  builtIn: string
  given: Given
  interviewer: Setup['interviewer']
  /** What the model would be told. */
  told: Omit<FollowUpInput, 'answer'>
  onGive: (change: Partial<Given>) => void
}) {
  const messages = useInterviewMessages()
  const asking = useOwnWrite({ mutationFn: askFollowUp, onSuccess: (asked) => onGive({ asked }) })
  return (
    <section aria-labelledby="follow-up" className={styles.answer}>
      <h2 id="follow-up">{messages.followUp}</h2>
      {interviewer && (
        <>
          <Button
            size="small"
            pending={asking.isPending}
            disabled={given.answer.trim() === ''}
            onClick={() => asking.mutate({ ...told, answer: given.answer })}
          >
            <MessageCircleQuestionMark aria-hidden size={16} />
            {asking.isPending ? messages.asking : messages.askFollowUp}
          </Button>
          <p className={styles.quiet}>{messages.askHint(interviewer.host)}</p>
          {asking.isError && (
            <Alert tone="info" title={messages.interviewerSilent(interviewer.host)}>
              <p>{messages.builtInInstead}</p>
            </Alert>
          )}
        </>
      )}
      <div aria-live="polite">
        <AnswerField
          label={given.asked === undefined ? builtIn : isolate(given.asked)}
          value={given.followUp}
          onChange={(followUp) => onGive({ followUp })}
        />
      </div>
    </section>
  )
}
