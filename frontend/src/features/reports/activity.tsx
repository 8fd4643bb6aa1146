import type { PlatformDay } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../shared/i18n/format.ts'
import { SelectField } from '../../shared/ui/fields.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { PeriodBars, PeriodTrend } from '../../shared/ui/plot/period-plots.tsx'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { ShareBars } from '../../shared/ui/plot/share-bars.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { useUrlFilters } from '../../shared/ui/use-url-filters.ts'
import { type Overview, overviewQuery } from './api.ts'
import { useReportMessages } from './messages.en.ts'
import styles from './reports.module.css'
import { CsvButton, ReportsPage } from './reports-page.tsx'

const spans = [7, 30, 90] as const

/** Learning activity: totals, daily counts, and progress in plans. */
export function Activity() {
  const messages = useReportMessages()
  const { filters, setFilter } = useUrlFilters(['days'] as const)
  const days = spans.find((span) => String(span) === filters.days) ?? 30
  const query = useQuery(overviewQuery(days))
  const { data } = query
  return (
    <ReportsPage>
      <div className={styles.bar}>
        <SelectField
          label={messages.span}
          hint={messages.inSpan}
          value={days}
          onChange={({ target }) => setFilter('days', target.value === '30' ? '' : target.value)}
          choices={spans.map((span) => ({ value: String(span), label: messages.spans[span] }))}
        />
        {data && (
          <CsvButton name="rehearse-activity" of={messages.activityView} table={() => tableOf(data)} />
        )}
      </div>
      <Loading query={query} title={messages.loadFailed} heights={[7, 14, 14]} />
      {data && (
        <>
          <Totals overview={data} />
          <div className={styles.plots}>
            <ActivePlot days={data.days} />
            <AnswersPlot days={data.days} />
            <AccuracyPlot days={data.days} />
          </div>
          <PlanFunnel plans={data.plans} />
        </>
      )}
    </ReportsPage>
  )
}

function Totals({ overview: { totals, days } }: { overview: Overview }) {
  const messages = useReportMessages()
  const format = useFormat()
  const sum = (of: (day: Overview['days'][number]) => number) =>
    days.reduce((total, day) => total + of(day), 0)
  const answers = sum((day) => day.answers)
  const right = sum((day) => day.correctAnswers)
  return (
    <Stats>
      <Stat
        label={messages.learners}
        value={format.number(totals.learners)}
        line={messages.activeNow(days.at(-1)?.activeLearners ?? 0)}
      />
      <Stat
        label={messages.answers}
        value={format.number(answers)}
        line={messages.answersLine(format.number(totals.answers))}
      />
      <Stat
        label={messages.accuracy}
        value={answers === 0 ? '–' : format.percent(Math.round((100 * right) / answers))}
        line={messages.accuracyLine(format.percent(totals.accuracy))}
      />
      <Stat label={messages.time} value={format.duration(sum((day) => day.timeSpent))} />
    </Stats>
  )
}

/** The columns are the API's field names, so that a spreadsheet built on them works in any language. */
const tableOf = ({ days }: Overview) => {
  const columns = [
    'date',
    'activeLearners',
    'newLearners',
    'answers',
    'correctAnswers',
    'accuracy',
    'timeSpent',
    'challengeAttempts',
    'reviews',
  ] as const
  return { columns, rows: days.map((day) => columns.map((column) => day[column])) }
}

const steps = ['started', 'answered', 'halfway', 'completed'] as const

/** How many learners who start a plan answer a question, get halfway, and finish it. */
function PlanFunnel({ plans }: { plans: Overview['plans'] }) {
  const messages = useReportMessages()
  const format = useFormat()
  const named = plans.map((plan) => ({ ...plan, name: plan.title ?? plan.planId }))
  if (plans.length === 0) {
    return (
      <section aria-labelledby="funnel" className={styles.section}>
        <h2 id="funnel">{messages.funnelTitle}</h2>
        <p className={styles.quiet}>{messages.funnelEmpty}</p>
      </section>
    )
  }
  return (
    <div className={styles.section}>
      <PlotFrame
        title={messages.funnelTitle}
        summary={messages.funnelSummary(plans.length)}
        columns={[messages.plan, ...steps.map((step) => messages.steps[step])]}
        rows={named.map((plan) => [plan.name, ...steps.map((step) => format.number(plan[step]))])}
      >
        <div className={styles.funnels}>
          {named.map((plan) => {
            const bars = steps.map((step) => ({
              key: step,
              label: messages.steps[step],
              share: plan.started === 0 ? 0 : plan[step] / plan.started,
              text: format.number(plan[step]),
            }))
            return (
              <div key={plan.planId}>
                <h3 dir="auto">{plan.name}</h3>
                <ShareBars
                  label={`${plan.name}: ${bars.map(({ label, text }) => `${label} ${text}`).join(', ')}`}
                  bars={bars}
                />
              </div>
            )
          })}
        </div>
      </PlotFrame>
      <CsvButton
        name="rehearse-plans"
        of={messages.funnelTitle}
        table={() => ({
          columns: ['planId', 'title', ...steps],
          rows: plans.map((plan) => [plan.planId, plan.title, ...steps.map((step) => plan[step])]),
        })}
      />
    </div>
  )
}

interface Props {
  /** Oldest first, without gaps. */
  days: readonly PlatformDay[]
}

/** Active learners per day: returning ones, with new ones stacked on top. */
function ActivePlot({ days }: Props) {
  const messages = useReportMessages()
  const format = useFormat()
  const most = Math.max(0, ...days.map(({ activeLearners }) => activeLearners))
  const fresh = days.reduce((sum, { newLearners }) => sum + newLearners, 0)
  return (
    <PeriodBars
      title={messages.activeTitle}
      summary={messages.activeSummary(most, fresh)}
      columns={[messages.day, messages.active, messages.newcomers]}
      legend={{ filled: messages.returning, hollow: messages.newcomers }}
      periods={days.map((day) => ({
        key: day.date,
        label: format.day(day.date),
        filled: day.activeLearners - day.newLearners,
        hollow: day.newLearners,
        cells: [format.day(day.date), format.number(day.activeLearners), format.number(day.newLearners)],
      }))}
    />
  )
}

function AnswersPlot({ days }: Props) {
  const messages = useReportMessages()
  const format = useFormat()
  return (
    <PeriodBars
      title={messages.answersTitle}
      summary={messages.answersSummary(days.reduce((sum, { answers }) => sum + answers, 0))}
      columns={[messages.day, messages.answers, messages.right, messages.time]}
      legend={{ filled: messages.right, hollow: messages.wrong }}
      periods={days.map((day) => ({
        key: day.date,
        label: format.day(day.date),
        filled: day.correctAnswers,
        hollow: day.answers - day.correctAnswers,
        cells: [
          format.day(day.date),
          format.number(day.answers),
          format.number(day.correctAnswers),
          format.duration(day.timeSpent),
        ],
      }))}
    />
  )
}

function AccuracyPlot({ days }: Props) {
  const messages = useReportMessages()
  const format = useFormat()
  const known = days.filter(({ answers }) => answers > 0).map(({ accuracy }) => accuracy)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)].map(format.percent) as [string, string]
  const differing =
    lowest === highest ? messages.accuracySame(lowest) : messages.accuracySummary(lowest, highest)
  return (
    <PeriodTrend
      title={messages.accuracyTitle}
      summary={known.length === 0 ? messages.accuracyNone : differing}
      columns={[messages.day, messages.accuracy]}
      periods={days.map((day) => {
        const label = format.day(day.date)
        const text = day.answers === 0 ? messages.noAnswers : format.percent(day.accuracy)
        return {
          key: day.date,
          label,
          value: day.answers === 0 ? null : day.accuracy,
          text,
          cells: [label, text],
        }
      })}
    />
  )
}
