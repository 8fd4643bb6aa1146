export interface OtpInputProps {
  label: string
  length?: number
  onComplete: (code: string) => void
}

export function OtpInput({ label, length = 6, onComplete }: OtpInputProps) {
  return (
    <fieldset>
      <legend>{label}</legend>
    </fieldset>
  )
}
