import type { ItemVersionStatistics } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { excerpt } from '../../shared/ui/markdown/excerpt.ts'
import { PlotFrame } from '../../shared/ui/plot/plot-frame.tsx'
import { ShareBars } from '../../shared/ui/plot/share-bars.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useReportMessages } from './report-messages.ts'
import styles from './reports.module.css'

/** One version's figures, and what was chosen in it. */
export function ItemVersion({
  version: { version, n, facility, discrimination, medianTime, picks, isWorse },
  texts,
}: {
  version: ItemVersionStatistics
  /** What options say now, by their id. */
  texts: ReadonlyMap<string, string>
}) {
  const messages = useReportMessages()
  const format = useFormat()
  const heading = messages.version(format.number(version))
  return (
    <section aria-label={heading} className={styles.version}>
      <h3>
        {heading} {isWorse && <Tag tone="bad">{messages.worse}</Tag>}
      </h3>
      {facility === null ? (
        <p className={styles.quiet}>{messages.tooFew(n)}</p>
      ) : (
        <Figures>
          <Figure label={messages.facility} value={format.percent(Math.round(facility * 100))} />
          <Figure
            label={messages.discrimination}
            value={discrimination === null ? '–' : format.ratio(discrimination)}
          />
          <Figure label={messages.firstAttempts} value={format.number(n)} />
          <Figure
            label={messages.medianTime}
            value={medianTime === null ? '–' : format.duration(medianTime)}
          />
        </Figures>
      )}
      {picks && <Picks version={version} picks={picks} texts={texts} />}
    </section>
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
    const name = text === undefined ? messages.optionUnnamed(pick.optionId) : excerpt(text)
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
