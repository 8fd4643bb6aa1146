import type { ContradictedLabel, calibrationReply } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Reply } from '../../shared/api/reply.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { ListTable } from '../../shared/ui/list-table.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import plot from '../../shared/ui/plot/plot.module.css'
import { PlotFrame, useWidth } from '../../shared/ui/plot/plot-frame.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { Why } from '../../shared/ui/why.tsx'
import { calibrationQuery } from './api.ts'
import { useReportMessages } from './messages.en.ts'
import styles from './reports.module.css'
import { CsvButton, ReportsPage } from './reports-page.tsx'

type CalibrationReply = Reply<typeof calibrationReply>

/** How well answers are predicted, and questions whose measured difficulty contradicts their label. */
export function Calibration() {
  const messages = useReportMessages()
  const query = useQuery(calibrationQuery)
  const { data } = query
  return (
    <ReportsPage>
      <div className={styles.bar}>
        <p className={styles.lead}>{messages.calibrationLead}</p>
        {data && data.predictions > 0 && (
          <CsvButton name="rehearse-predictions" of={messages.calibrationView} table={() => tableOf(data)} />
        )}
      </div>
      <Loading query={query} title={messages.loadFailed} heights={[7, 14, 14]} />
      {data?.predictions === 0 && (
        <EmptyState title={messages.calibrationEmpty} text={messages.calibrationEmptyText} />
      )}
      {data && data.predictions > 0 && (
        <>
          <Scores data={data} />
          <div className={styles.section}>
            <CalibrationPlot data={data} />
          </div>
        </>
      )}
      {data && <Contradictions items={data.contradictions} />}
    </ReportsPage>
  )
}

function Scores({ data }: { data: CalibrationReply }) {
  const messages = useReportMessages()
  const format = useFormat()
  const score = (value: number | null) => (value === null ? '–' : format.ratio(value))
  const why = (label: string, ...texts: string[]) => (
    <Why label={label} title={label}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Why>
  )
  const against = (constant: number | null) =>
    constant === null ? messages.predictionsTooFew : messages.againstConstant(score(constant))
  return (
    <Stats>
      <Stat
        label={messages.predictions}
        value={format.number(data.predictions)}
        line={messages.measured(format.number(data.questions.measured), format.number(data.questions.total))}
      />
      <Stat
        label={messages.calibrationError}
        value={data.calibrationError === null ? '–' : score(data.calibrationError)}
        line={data.calibrationError === null ? messages.predictionsTooFew : messages.calibrationErrorHint}
        why={why(messages.calibrationError, messages.whyCalibrationError)}
      />
      <Stat
        label={messages.brier}
        value={score(data.brier)}
        line={against(data.brierOfConstant)}
        why={why(messages.brier, messages.whyBrier, messages.whyConstant)}
      />
      <Stat
        label={messages.logLoss}
        value={score(data.logLoss)}
        line={against(data.logLossOfConstant)}
        why={why(messages.logLoss, messages.whyLogLoss, messages.whyConstant)}
      />
    </Stats>
  )
}

const HEIGHT = 320
/** Around the square: labels of the axes. */
const LEFT = 44
const TOP = 12
const FLOOR = HEIGHT - 44

/** Predicted against observed share of correct answers. On the diagonal, predictions are exactly right. */
function CalibrationPlot({ data }: { data: CalibrationReply }) {
  const messages = useReportMessages()
  const format = useFormat()
  const [width, frame] = useWidth()
  const side = Math.min(width - LEFT - 24, 1.6 * (FLOOR - TOP))
  const x = (share: number) => LEFT + share * side
  const y = (share: number) => FLOOR - share * (FLOOR - TOP)
  const points = data.bins.flatMap(({ from, predicted, observed, n }) =>
    predicted === null || observed === null ? [] : [{ from, predicted, observed, n }],
  )
  const most = Math.max(1, ...points.map(({ n }) => n))
  const percent = (share: number | null) => (share === null ? '–' : format.percent(Math.round(100 * share)))
  const summary = messages.calibrationSummary(points.length)
  return (
    <PlotFrame
      title={messages.calibrationTitle}
      summary={summary}
      columns={[messages.chanceRange, messages.firstAnswers, messages.predicted, messages.observed]}
      rows={data.bins.map(({ from, to, n, predicted, observed }) => [
        messages.range(percent(from), percent(to)),
        format.number(n),
        percent(predicted),
        percent(observed),
      ])}
    >
      <div ref={frame}>
        <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={summary} className={plot.plot}>
          {[0, 0.5, 1].map((share) => (
            <g key={share}>
              <path className={plot.grid} d={`M${x(0)} ${y(share)}H${x(1)}`} />
              <text className={plot.axis} x={LEFT - 22} y={y(share) + 4} textAnchor="middle">
                {percent(share)}
              </text>
              <text className={plot.axis} x={x(share)} y={FLOOR + 18} textAnchor="middle">
                {percent(share)}
              </text>
            </g>
          ))}
          <path className={plot.reference} d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} />
          {points.map(({ from, predicted, observed, n }) => (
            <circle
              key={from}
              className={plot.dot}
              cx={x(predicted)}
              cy={y(observed)}
              r={4 + 6 * Math.sqrt(n / most)}
            />
          ))}
          <text className={plot.axis} x={x(0.5)} y={HEIGHT - 6} textAnchor="middle">
            {messages.predictedAxis}
          </text>
        </svg>
      </div>
    </PlotFrame>
  )
}

function Contradictions({ items }: { items: readonly ContradictedLabel[] }) {
  const messages = useReportMessages()
  const { difficulty } = useMessages()
  const format = useFormat()
  return (
    <section aria-labelledby="contradictions" className={styles.section}>
      <h2 id="contradictions">{messages.contradictionsTitle}</h2>
      <p className={styles.quiet}>{messages.contradictionsLead}</p>
      {items.length === 0 ? (
        <p>{messages.contradictionsEmpty}</p>
      ) : (
        <ListTable
          label={messages.contradictionsTitle}
          heads={[
            { label: messages.question },
            { label: messages.label },
            { label: messages.measuredAs },
            { label: messages.logits, numeric: true },
            { label: messages.firstAnswers, numeric: true },
          ]}
        >
          {items.map(({ questionId, title, version, label, measured, b, error, n }) => (
            <tr key={questionId}>
              <th scope="row">
                <Link className={styles.name} to={`/admin/reports/questions/${questionId}`}>
                  <bdi>
                    <InlineCode text={title} />
                  </bdi>
                </Link>
                <p className={styles.quiet}>{messages.version(format.number(version))}</p>
              </th>
              <td data-label={messages.label}>{difficulty[label]}</td>
              <td data-label={messages.measuredAs}>{difficulty[measured]}</td>
              <td data-label={messages.logits} data-numeric>
                {messages.plusMinus(format.ratio(b), format.ratio(1.96 * error))}
              </td>
              <td data-label={messages.firstAnswers} data-numeric>
                {format.number(n)}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
    </section>
  )
}

const tableOf = ({ bins }: CalibrationReply) => {
  const columns = ['from', 'to', 'n', 'predicted', 'observed'] as const
  return { columns, rows: bins.map((bin) => columns.map((column) => bin[column])) }
}
