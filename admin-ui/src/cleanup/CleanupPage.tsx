export default function CleanupPage() {
  return null;
}
