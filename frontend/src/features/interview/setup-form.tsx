import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { CheckboxField, SelectField } from '../../shared/ui/fields.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import styles from './interview.module.css'
import {
  DEFAULT_LENGTH,
  type Interview,
  interviewerQuery,
  type Length,
  type Level,
  lengths,
  levels,
  type Role,
  roles,
  type Setup,
  structures,
} from './interview.ts'
import { useInterviewMessages } from './messages.en.ts'
import { prepareInterview } from './prepare-interview.ts'
import { canDictate, canReadAloud, canRecord } from './speech.ts'

/** Role, level and length with the parts that follow from it, then the start button. */
export function SetupForm({
  seen,
  onBegin,
}: {
  /** Ids of questions and challenges in earlier interviews. */
  seen: ReadonlySet<string>
  onBegin: (interview: Interview, isDeviceOnly: boolean) => void
}) {
  const messages = useInterviewMessages()
  const errorText = useErrorText()
  const { interviewer, speech } = useQuery(interviewerQuery).data ?? {}
  const [withModel, setWithModel] = useState(false)
  const [speechBy, setSpeechBy] = useState('')
  const [isDeviceOnly, setIsDeviceOnly] = useState(false)
  const session = useSession()
  const offered = session && speech ? speech : undefined
  const chosen = speechBy === '' ? undefined : offered
  const reads = canReadAloud() || chosen?.reads
  const dictates = chosen ? chosen.transcribes && canRecord() : canDictate()
  const [asked] = useSearchParams()
  const [length, setLength] = useState(
    lengths.find((one) => String(one) === asked.get('minutes')) ?? DEFAULT_LENGTH,
  )
  const preparing = useMutation({
    mutationFn: (setup: Setup) => prepareInterview(setup, seen),
    onSuccess: (interview) => interview.parts.length > 0 && onBegin(interview, isDeviceOnly),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (preparing.isPending) return
    const filled = new FormData(event.currentTarget)
    preparing.mutate({
      role: filled.get('role') as Role,
      level: filled.get('level') as Level,
      minutes: length,
      readAloud: filled.has('readAloud'),
      dictate: filled.has('dictate'),
      interviewer: (withModel && interviewer) || undefined,
      speech: chosen,
    })
  }
  return (
    <form className={styles.setup} onSubmit={submit}>
      <SelectField
        label={messages.role}
        name="role"
        defaultValue={roles.find((role) => role === asked.get('role')) ?? roles[0]}
        choices={roles.map((role) => ({ value: role, label: messages.roles[role] }))}
      />
      <SelectField
        label={messages.level}
        name="level"
        defaultValue={levels.find((level) => level === asked.get('level')) ?? 'mid'}
        choices={levels.map((level) => ({ value: level, label: messages.levels[level] }))}
      />
      <SelectField
        label={messages.length}
        value={length}
        onChange={(event) => setLength(Number(event.target.value) as Length)}
        choices={lengths.map((choice) => ({ value: String(choice), label: messages.minutes(choice) }))}
      />
      <Structure length={length} />
      {(reads || dictates || offered) && (
        <fieldset className={styles.answer}>
          <legend>{messages.speech}</legend>
          {offered && (
            <SelectField
              label={messages.speechBy}
              value={speechBy}
              onChange={(event) => setSpeechBy(event.target.value)}
              choices={[
                { value: '', label: messages.thisBrowser },
                { value: offered.host, label: offered.host },
              ]}
            />
          )}
          {reads && <CheckboxField label={messages.readAloud} name="readAloud" />}
          {dictates && <CheckboxField label={messages.dictate} name="dictate" />}
          <p className={styles.quiet}>{chosen ? messages.speechSent(chosen.host) : messages.speechNote}</p>
        </fieldset>
      )}
      {preparing.isError && (
        <Alert tone="error" title={messages.prepareFailed}>
          <p>{errorText(preparing.error)}</p>
        </Alert>
      )}
      {preparing.data?.parts.length === 0 && <Alert tone="info">{messages.noQuestions}</Alert>}
      <InterviewerChoice chosen={withModel} onChoose={setWithModel} />
      <StorageChoice isDeviceOnly={isDeviceOnly} onChoose={setIsDeviceOnly} />
      <Button type="submit" variant="primary" pending={preparing.isPending}>
        {preparing.isPending ? messages.preparing : messages.begin}
      </Button>
    </form>
  )
}

/** The parts of an interview of this length, with their minutes. */
function Structure({ length }: { length: Length }) {
  const messages = useInterviewMessages()
  const format = useFormat()
  return (
    <dl aria-label={messages.structure} className={styles.structure}>
      {structures[length].map(({ kind, count, minutes }) => (
        <div key={kind}>
          <dt>{messages.kinds[kind]}</dt>
          <dd data-numeric>
            {count > 1
              ? messages.severalOf(count, format.interval(minutes * 60))
              : format.interval(minutes * 60)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Whether a language model takes part, and what is sent where. Hidden if none is configured. */
function InterviewerChoice({ chosen, onChoose }: { chosen: boolean; onChoose: (chosen: boolean) => void }) {
  const messages = useInterviewMessages()
  const id = useId()
  const session = useSession()
  const ask = useSignInPrompt((state) => state.ask)
  const interviewer = useQuery(interviewerQuery).data?.interviewer
  if (!interviewer) return <p className={styles.quiet}>{messages.kept}</p>
  const { host, model } = interviewer
  if (!session) {
    return (
      <div className={styles.answer}>
        <p className={styles.quiet}>{messages.kept}</p>
        <p className={styles.quiet}>{messages.interviewerSignIn(model)}</p>
        <Button size="small" onClick={() => ask()}>
          {messages.signIn}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.answer}>
      <CheckboxField
        label={messages.interviewerChoice(model)}
        checked={chosen}
        aria-describedby={id}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <p id={id} className={styles.quiet}>
        {chosen ? messages.sentToInterviewer(host) : messages.kept}
      </p>
    </div>
  )
}

/** Where the interview is stored, which signed-in learners choose. */
function StorageChoice({
  isDeviceOnly,
  onChoose,
}: {
  isDeviceOnly: boolean
  onChoose: (isDeviceOnly: boolean) => void
}) {
  const messages = useInterviewMessages()
  const id = useId()
  const session = useSession()
  if (!session) return <p className={styles.quiet}>{messages.storedForVisitor}</p>
  return (
    <div className={styles.answer}>
      <CheckboxField
        label={messages.deviceOnly}
        checked={isDeviceOnly}
        aria-describedby={id}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <p id={id} className={styles.quiet}>
        {isDeviceOnly ? messages.storedHere : messages.storedInAccount}
      </p>
    </div>
  )
}
