import type { ItemVersionStatistics } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ApiError } from '../../shared/api/api-error.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { optionLine } from '../../shared/ui/markdown/option-markup.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { ShareBars } from '../../shared/ui/plot/share-bars.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { itemStatisticsQuery, shownQuestionQuery } from './api.ts'
import { useReportMessages } from './messages.en.ts'
import { Regrade } from './regrade.tsx'
import styles from './reports.module.css'

/** Statistics of one question by version, and the form that corrects its key. */
export function ItemPage() {
  const messages = useReportMessages()
  const { id = '' } = useParams()
  const { data: item, error, refetch } = useQuery(itemStatisticsQuery(id))
  const { data: question } = useQuery(shownQuestionQuery(id))
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
  const texts = new Map(question?.options.map((option) => [option.id, option.text]))
  return (
    <Page
      title={item?.title ?? messages.questionsView}
      lead={
        <Link to="/admin/reports/questions" className={styles.back}>
          {messages.itemBack}
        </Link>
      }
      heading={item?.title ?? messages.questionsView}
      actions={
        question && (
          <ButtonLink to={`/admin/questions/unified?open=edit:${id}`} variant="primary">
            {messages.edit}
          </ButtonLink>
        )
      }
    >
      {!item && !error && <Skeleton heights={[10, 10]} />}
      {!item && isMissing && <Alert tone="error">{messages.itemMissing}</Alert>}
      {!item && error && !isMissing && (
        <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      {item && (
        <>
          {question && (
            <div className={styles.content}>
              <Markdown text={question.content} />
            </div>
          )}
          <section aria-labelledby="versions" className={styles.section}>
            <h2 id="versions">{messages.versions}</h2>
            <p className={styles.quiet}>
              {messages.itemsLead} {messages.discriminationHint}
            </p>
            {item.versions.map((version) => (
              <ItemVersion key={version.version} version={version} texts={texts} />
            ))}
          </section>
          <Regrade id={id} versions={item.versions.flatMap(({ versions }) => versions)} />
        </>
      )}
    </Page>
  )
}

/** The statistics of one version, and how often each option was chosen. */
function ItemVersion({
  version: { version, versions, n, facility, discrimination, medianTime, picks, responses, isWorse },
  texts,
}: {
  version: ItemVersionStatistics
  /** The current option texts, by id. */
  texts: ReadonlyMap<string, string>
}) {
  const messages = useReportMessages()
  const format = useFormat()
  const first = versions.at(-1) ?? version
  const heading =
    first === version
      ? messages.version(format.number(version))
      : messages.versionsTo(format.number(first), format.number(version))
  return (
    <section aria-label={heading} className={styles.version}>
      <h3>
        {heading} {isWorse && <Tag tone="bad">{messages.worse}</Tag>}
      </h3>
      {facility === null ? (
        <p className={styles.quiet}>{messages.tooFew(n)}</p>
      ) : (
        <Stats>
          <Stat label={messages.facility} value={format.percent(Math.round(facility * 100))} />
          <Stat
            label={messages.discrimination}
            value={discrimination === null ? '–' : format.ratio(discrimination)}
          />
          <Stat label={messages.firstAttempts} value={format.number(n)} />
          <Stat label={messages.medianTime} value={medianTime === null ? '–' : format.duration(medianTime)} />
        </Stats>
      )}
      {picks && <Picks version={version} picks={picks} texts={texts} />}
      {responses && <Responses version={version} responses={responses} />}
    </section>
  )
}

/** What learners matched, or typed most often. */
function Responses({
  version,
  responses,
}: {
  version: number
  responses: NonNullable<ItemVersionStatistics['responses']>
}) {
  const messages = useReportMessages()
  const format = useFormat()
  const percent = (share: number) => format.percent(Math.round(share * 100))
  const named = responses.map(({ left, text, isCorrect, count, share }, position) => {
    const name = left === null ? text : `${optionLine(left)} – ${text}`
    return { position, name: isCorrect ? `${name} (${messages.isRight})` : name, isCorrect, count, share }
  })
  const most = named.toSorted((a, b) => b.count - a.count)[0]
  if (most === undefined) return null
  return (
    <PlotFrame
      level={3}
      title={messages.responsesTitle(format.number(version))}
      summary={messages.responsesSummary(most.name, percent(most.share))}
      columns={[messages.response, messages.given, messages.share]}
      rows={named.map(({ name, count, share }) => [name, format.number(count), percent(share)])}
    >
      <ShareBars
        label={named.map(({ name, share }) => `${name} ${percent(share)}`).join(', ')}
        bars={named.map(({ position, name, share, count, isCorrect }) => ({
          key: String(position),
          label: <bdi>{name}</bdi>,
          share,
          text: `${percent(share)} · ${format.number(count)}`,
          hollow: !isCorrect,
        }))}
      />
    </PlotFrame>
  )
}

function Picks({
  version,
  picks,
  texts,
}: {
  version: number
  picks: NonNullable<ItemVersionStatistics['picks']>
  texts: ReadonlyMap<string, string>
}) {
  const messages = useReportMessages()
  const format = useFormat()
  const named = picks.map((pick) => {
    const text = texts.get(pick.optionId)
    const name = text === undefined ? messages.optionUnnamed(pick.optionId) : optionLine(text)
    return { ...pick, name: pick.isCorrect ? `${name} (${messages.isRight})` : name }
  })
  const most = named.toSorted((a, b) => b.count - a.count)[0]
  const percent = (share: number) => format.percent(Math.round(share * 100))
  if (most === undefined) return null
  const summary = messages.picksSummary(most.name, percent(most.share))
  return (
    <PlotFrame
      level={3}
      title={messages.picksTitle(format.number(version))}
      summary={summary}
      columns={[messages.option, messages.chosen, messages.share]}
      rows={named.map(({ name, count, share }) => [name, format.number(count), percent(share)])}
    >
      <ShareBars
        label={named.map(({ name, share }) => `${name} ${percent(share)}`).join(', ')}
        bars={named.map(({ optionId, name, share, count, isCorrect }) => ({
          key: optionId,
          label: <bdi>{name}</bdi>,
          share,
          text: `${percent(share)} · ${format.number(count)}`,
          hollow: !isCorrect,
        }))}
      />
    </PlotFrame>
  )
}
