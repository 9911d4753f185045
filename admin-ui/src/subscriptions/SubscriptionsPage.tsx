export default function SubscriptionsPage() {
  return null;
}
