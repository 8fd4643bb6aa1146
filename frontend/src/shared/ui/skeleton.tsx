import { useMessages } from '../i18n/locale.ts'
import styles from './skeleton.module.css'

/** Placeholder blocks in the shape of the content, to avoid layout shift. Heights in rem, top to bottom. */
export function Skeleton({ heights }: { heights: readonly number[] }) {
  const messages = useMessages()
  let below = 0
  const blocks = heights.map((height) => {
    below += height
    return { height, below }
  })
  return (
    <div className={styles.stack} role="status">
      <span className="visually-hidden">{messages.common.loading}</span>
      {blocks.map((block) => (
        // An SVG has an intrinsic height: a prerendered page may have no styles yet.
        <svg key={block.below} aria-hidden className={styles.block} height={`${block.height}rem`} />
      ))}
    </div>
  )
}
