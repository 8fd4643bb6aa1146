import { INTERVIEW_DAYS_MAX, TRACK_ROLES } from '@rehearse/contracts/constants'
import { coursePage } from '@rehearse/contracts/progress/learner-pages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { learnerData } from '../../shared/account/account-data.ts'
import { storePreferences, useProfile } from '../../shared/account/profile.ts'
import { learningPathsQuery } from '../../shared/api/catalog.ts'
import { interviewQuery } from '../../shared/api/interview.ts'
import { useSession } from '../../shared/api/session.ts'
import { addDays, localDay, useFormat } from '../../shared/i18n/format.ts'
import { dateProblem } from '../../shared/interview/interview-date.ts'
import { interviewDraft } from '../../shared/interview/interview-draft.ts'
import { useTodaysPartMessages } from '../../shared/interview/messages.en.ts'
import { onboarding } from '../../shared/onboarding.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { SelectField, TextField } from '../../shared/ui/fields.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { LevelCheck, type LevelResult } from './level-check.tsx'
import { useOnboardingMessages } from './messages.en.ts'
import styles from './onboarding.module.css'
import {
  type Answers,
  answersOf,
  goalFor,
  goals,
  levels,
  minutes,
  pathFor,
  readAnswers,
  trackLevelOf,
} from './onboarding.rules.ts'

const userTypes = { job: 'job-seeker', fundamentals: 'student', topic: 'developer' } as const

const firstAnswers: Answers = {
  goal: 'job',
  role: 'frontend',
  date: '',
  topic: '',
  level: 'beginner',
  minutes: 20,
}
/** What is filled in: it survives a reload and signing up. */
const kept = learnerData('onboarding_answers')

/** Goal, level and time; then the suitable plan or course opens. Filled in with what is known about a learner. */
export function Onboarding() {
  const messages = useOnboardingMessages()
  const known = useKnownAnswers()
  if (known) return <OnboardingForm known={known} />
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Skeleton heights={[8, 3, 8, 8]} />
    </Page>
  )
}

/** What was filled in on this device, else what the account says; undefined while it loads. */
function useKnownAnswers(): Answers | undefined {
  const uid = useSession()?.uid
  const [stored] = useState(() => readAnswers(kept.read()))
  const profile = useProfile()
  const interview = useQuery({ ...interviewQuery(uid ?? ''), enabled: uid !== undefined && !stored })
  if (stored) return stored
  if (uid === undefined) return firstAnswers
  if (profile.isLoading || interview.isLoading) return undefined
  return answersOf(firstAnswers, profile.data?.preferences, interview.data ?? undefined)
}

function OnboardingForm({ known }: { known: Answers }) {
  const messages = useOnboardingMessages()
  const texts = useTodaysPartMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const session = useSession()
  const { data: paths = [], isError: pathsFailed } = useQuery(learningPathsQuery)
  const filled = paths.filter(({ questionCount }) => questionCount > 0)
  const [answers, setAnswers] = useState<Answers>(known)
  const [isChecked, setChecked] = useState(false)
  const [isChecking, setChecking] = useState(false)
  const [result, setResult] = useState<LevelResult>()
  useEffect(() => onboarding.visited(), [])
  const start = useStart((address) => void navigate(address))

  useEffect(() => kept.write(answers), [answers])
  const change = (part: Partial<Answers>) => setAnswers((before) => ({ ...before, ...part }))
  const dateError =
    answers.goal === 'job' && answers.date !== '' ? dateProblem(answers.date, localDay()) : undefined
  const topicError = answers.goal === 'topic' && answers.topic === '' ? messages.topicMissing : undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (!dateError && !topicError && !start.isPending) start.mutate({ answers, paths: filled })
  }
  return (
    <Page title={messages.title} lead={messages.lead}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Choices
          legend={messages.goal}
          name="goal"
          choices={goals.map((value) => ({
            value,
            ...messages.goals[value],
            ...(value === 'job' && !session && { text: messages.jobForVisitor }),
          }))}
          chosen={answers.goal}
          onChoose={(goal) => change({ goal })}
        />
        {answers.goal === 'job' && (
          <SelectField
            label={texts.role}
            value={answers.role}
            onChange={({ target }) =>
              change({ role: TRACK_ROLES.find((role) => role === target.value) ?? answers.role })
            }
            choices={TRACK_ROLES.map((role) => ({ value: role, label: texts.roles[role] }))}
          />
        )}
        {answers.goal === 'job' && (
          <TextField
            label={messages.date}
            hint={messages.dateHint}
            type="date"
            min={addDays(localDay(), 1)}
            max={addDays(localDay(), INTERVIEW_DAYS_MAX)}
            value={answers.date}
            error={isChecked && dateError ? messages.dateErrors[dateError] : undefined}
            onChange={(event) => change({ date: event.target.value })}
          />
        )}
        {answers.goal === 'topic' && (
          <SelectField
            label={messages.topic}
            value={answers.topic}
            error={pathsFailed ? messages.pathsFailed : isChecked ? topicError : undefined}
            onChange={(event) => change({ topic: event.target.value })}
            choices={[
              { value: '', label: '–' },
              ...filled.map((path) => ({ value: path.id, label: path.title })),
            ]}
          />
        )}
        {isChecking ? (
          <LevelCheck
            onStop={() => setChecking(false)}
            onResult={(found) => {
              setResult(found)
              change({ level: found.level })
              setChecking(false)
            }}
          />
        ) : (
          <Choices
            legend={messages.level}
            name="level"
            choices={levels.map((value) => ({ value, ...messages.levels[value] }))}
            chosen={answers.level}
            onChoose={(level) => change({ level })}
          >
            <div className={styles.actions}>
              <Button size="small" onClick={() => setChecking(true)}>
                {messages.check}
              </Button>
              <p role="status" className={styles.text}>
                {result
                  ? messages.result(
                      format.number(result.correct),
                      format.number(result.total),
                      messages.levels[result.level].name,
                    )
                  : messages.checkLead}
              </p>
            </div>
          </Choices>
        )}
        <Choices
          legend={messages.minutes}
          name="minutes"
          choices={minutes.map((value) => ({
            value: String(value),
            name: messages.minutesOf(value),
            text: messages.goalOf(goalFor(value)),
          }))}
          chosen={String(answers.minutes)}
          onChoose={(value) => change({ minutes: Number(value) })}
        />
        {start.isError && <Alert tone="error">{errorText(start.error, messages.failed)}</Alert>}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" pending={start.isPending}>
            {start.isPending ? messages.starting : messages.start}
          </Button>
          <ButtonLink to="/questions" variant="ghost">
            {messages.skip}
          </ButtonLink>
        </div>
      </form>
    </Page>
  )
}

const draftOf = ({ role, level, date, minutes }: Answers) => ({
  ...{ track: { role, level: trackLevelOf[level] }, date, minutesPerDay: minutes },
})

/** Stores the answers and opens what fits them: the plan up to a learner's interview, to accept it, or a course. */
function useStart(onStarted: (address: string) => void) {
  const queryClient = useQueryClient()
  const session = useSession()
  return useMutation({
    mutationFn: async ({ answers, paths }: { answers: Answers; paths: readonly { id: string }[] }) => {
      const path = pathFor(answers, paths)
      const isForInterview = answers.goal === 'job'
      if (isForInterview) interviewDraft.write(draftOf(answers))
      onboarding.complete({ userType: userTypes[answers.goal], learningMode: 'free-style' })
      if (session) {
        await storePreferences((before) => ({
          ...before,
          learningMode: 'free-style',
          dailyGoal: goalFor(answers.minutes),
          difficultyPreference: answers.level,
          learningPath: path,
        }))
        void queryClient.invalidateQueries({ queryKey: ['account', session.uid] })
        void queryClient.invalidateQueries({ queryKey: ['progress', session.uid] })
      }
      kept.remove()
      return session && isForInterview ? '/interview' : coursePage(path)
    },
    onSuccess: onStarted,
  })
}

/** A single choice from a few options, each with a description. */
function Choices<Value extends string>({
  legend,
  name,
  choices,
  chosen,
  onChoose,
  children,
}: {
  legend: string
  name: string
  choices: readonly { value: Value; name: string; text: string }[]
  chosen: Value
  onChoose: (value: Value) => void
  children?: React.ReactNode
}) {
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {choices.map(({ value, name: label, text }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span>
              <span className={styles.name}>{label}</span>
              <span className={styles.text}>{text}</span>
            </span>
          </label>
        ))}
        {children}
      </div>
    </fieldset>
  )
}
