import type { ChallengeSummary, PublicQuestion } from '@rehearse/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { learnerApi } from '../../shared/api/client.ts'
import { useSession } from '../../shared/api/session.ts'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { CheckboxField, SelectField } from '../../shared/ui/fields.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import styles from './interview.module.css'
import {
  emptyPartResult,
  type Interview,
  interviewerQuery,
  type Level,
  lengths,
  levels,
  type Part,
  questionsFor,
  type Role,
  roles,
  type Setup,
} from './interview.ts'
import { useInterviewMessages } from './messages.en.ts'
import { canReadAloud } from './speech.ts'

/** Role, level and length, then the start button. */
export function SetupForm({ onBegin }: { onBegin: (interview: Interview) => void }) {
  const messages = useInterviewMessages()
  const errorText = useErrorText()
  const { data: interviewer } = useQuery(interviewerQuery)
  const [withModel, setWithModel] = useState(false)
  const preparing = useMutation({
    mutationFn: prepareInterview,
    onSuccess: (interview) => interview.parts.length > 0 && onBegin(interview),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (preparing.isPending) return
    const filled = new FormData(event.currentTarget)
    preparing.mutate({
      role: filled.get('role') as Role,
      level: filled.get('level') as Level,
      minutes: Number(filled.get('minutes')),
      readAloud: filled.has('readAloud'),
      interviewer: (withModel && interviewer) || undefined,
    })
  }
  return (
    <form className={styles.setup} onSubmit={submit}>
      <SelectField
        label={messages.role}
        name="role"
        choices={roles.map((role) => ({ value: role, label: messages.roles[role] }))}
      />
      <SelectField
        label={messages.level}
        name="level"
        defaultValue="mid"
        choices={levels.map((level) => ({ value: level, label: messages.levels[level] }))}
      />
      <SelectField
        label={messages.length}
        name="minutes"
        defaultValue="40"
        choices={lengths.map((length) => ({ value: String(length), label: messages.minutes(length) }))}
      />
      {canReadAloud() && <CheckboxField label={messages.readAloud} name="readAloud" />}
      {preparing.isError && (
        <Alert tone="error" title={messages.prepareFailed}>
          <p>{errorText(preparing.error)}</p>
        </Alert>
      )}
      {preparing.data?.parts.length === 0 && <Alert tone="info">{messages.noQuestions}</Alert>}
      <InterviewerChoice chosen={withModel} onChoose={setWithModel} />
      <Button type="submit" variant="primary" pending={preparing.isPending}>
        {preparing.isPending ? messages.preparing : messages.begin}
      </Button>
    </form>
  )
}

/** Whether a language model takes part, and what is sent where. Hidden if none is configured. */
function InterviewerChoice({ chosen, onChoose }: { chosen: boolean; onChoose: (chosen: boolean) => void }) {
  const messages = useInterviewMessages()
  const id = useId()
  const session = useSession()
  const ask = useSignInPrompt((state) => state.ask)
  const { data: interviewer } = useQuery(interviewerQuery)
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

const difficultyOf = { junior: 'beginner', mid: 'intermediate', senior: 'advanced' } as const
const taskDifficultyOf: Record<Level, ChallengeSummary['difficulty']> = {
  junior: 'easy',
  mid: 'medium',
  senior: 'hard',
}
const categoryOf: Record<Role, string | undefined> = {
  frontend: undefined,
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  react: 'React',
  css: 'CSS',
  security: 'Security',
}

/** Selects the questions and the coding task of an interview. Without parts if there is nothing to select from. */
async function prepareInterview(setup: Setup): Promise<Interview> {
  const [questions, task] = await Promise.all([selectQuestions(setup), selectTask(setup.level)])
  const parts = [...questions.map(partOfQuestion), ...(questions.length > 0 ? task : [])]
  return {
    id: newId(),
    setup,
    startedAt: Date.now(),
    endedAt: null,
    parts,
    given: parts.map(() => emptyPartResult),
    position: 0,
  }
}

/** Prefers the chosen level; if it has too few questions, adds others. */
async function selectQuestions({ role, level, minutes }: Setup): Promise<PublicQuestion[]> {
  const count = questionsFor(minutes)
  // An interview is spoken: pairs, single words and numbers don't suit it.
  const draw = async (difficulty?: string) =>
    (
      await learnerApi.get('/api/questions/unified', {
        query: { random: true, count, category: categoryOf[role], difficulty, seed: newId() },
      })
    ).data.filter(({ prompt }) => !prompt)
  const fitting = await draw(difficultyOf[level])
  if (fitting.length >= count) return fitting.slice(0, count)
  const known = new Set(fitting.map(({ id }) => id))
  const others = (await draw()).filter(({ id }) => !known.has(id))
  return [...fitting, ...others].slice(0, count)
}

/** Empty if there is no task: an interview can consist of questions only. */
async function selectTask(level: Level): Promise<Part[]> {
  const { data } = await learnerApi.get('/api/challenges').catch(() => ({ data: [] as ChallengeSummary[] }))
  const fitting = data.filter(({ difficulty }) => difficulty === taskDifficultyOf[level])
  const among = fitting.length > 0 ? fitting : data
  const task = among[Math.floor(Math.random() * among.length)]
  if (!task) return []
  const { id, title, description, category } = task
  return [{ kind: 'task', id, title, content: description, category: category.toUpperCase(), options: [] }]
}

const partOfQuestion = ({ id, title, content, category, options }: PublicQuestion): Part => ({
  kind: 'question',
  id,
  title,
  content,
  category,
  options,
})
