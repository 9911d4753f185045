export default function JournalPage() {
  return null;
}
