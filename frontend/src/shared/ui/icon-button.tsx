import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'

/** A button that is an icon; its label is read out and shown as a tooltip. */
export function IconButton({
  icon: Icon,
  label,
  className,
  ...props
}: Omit<ComponentProps<'button'>, 'children'> & { icon: LucideIcon; label: string }) {
  return (
    <button
      type="button"
      {...props}
      aria-label={label}
      title={label}
      className={classNames(styles.button, className)}
    >
      <Icon aria-hidden size={18} strokeWidth={1.75} />
    </button>
  )
}
