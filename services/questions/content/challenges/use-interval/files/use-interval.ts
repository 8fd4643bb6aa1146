export function useInterval(callback: () => void, delay: number | null): void {
}
