export interface TransferListProps {
  left: readonly string[]
  right: readonly string[]
  onChange: (left: readonly string[], right: readonly string[]) => void
}

export function TransferList({ left, right, onChange }: TransferListProps) {
  return (
    <div>
      <fieldset>
        <legend>Available</legend>
      </fieldset>
    </div>
  )
}
