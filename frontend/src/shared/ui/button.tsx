import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import iconButtonStyles from './icon-button.module.css'

export type ButtonVariant = 'primary' | 'plain' | 'ghost' | 'danger'

interface Look {
  variant?: ButtonVariant
  size?: 'normal' | 'small'
}

/** `pending` keeps the button where it is, and focused, while its action runs; presses meanwhile do nothing. */
export function Button({
  variant = 'plain',
  size = 'normal',
  pending = false,
  className,
  onClick,
  ...props
}: ComponentProps<'button'> & Look & { pending?: boolean }) {
  return (
    <button
      type="button"
      {...props}
      className={classNames(styles.button, styles[variant], styles[size], className)}
      aria-disabled={pending || props.disabled || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    />
  )
}

/** A link that looks like a button: it goes somewhere, so it is a link. */
export function ButtonLink({
  variant = 'plain',
  size = 'normal',
  className,
  ...props
}: ComponentProps<typeof Link> & Look) {
  return <Link {...props} className={classNames(styles.button, styles[variant], styles[size], className)} />
}

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
      className={classNames(iconButtonStyles.button, className)}
    >
      <Icon aria-hidden size={18} strokeWidth={1.75} />
    </button>
  )
}
