import { useMessages } from '../i18n/locale.ts'
import styles from './skeleton.module.css'

/** Blocks of the shape of what is coming, so that nothing jumps when it does. Heights in rem, top to bottom. */
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
        // A drawing has a height of its own: a page that comes rendered may carry no styles.
        <svg key={block.below} aria-hidden className={styles.block} height={`${block.height}rem`} />
      ))}
    </div>
  )
}
