import styles from './library.module.css'

/** A category with its colour as a dot beside the name: the name says it, the colour only helps to find it again. */
export function ColouredTag({ color, children }: { color: string; children: string }) {
  return (
    <span className={styles.coloured}>
      <i aria-hidden style={{ background: color }} />
      <span dir="auto">{children}</span>
    </span>
  )
}
