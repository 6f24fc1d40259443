"""What has been played: taken back, told again, proved, added up."""
